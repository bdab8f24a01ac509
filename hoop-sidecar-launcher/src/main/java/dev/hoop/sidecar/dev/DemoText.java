package dev.hoop.sidecar.dev;

/**
 * What the demo prints.
 *
 * @param listener the sidecar's listener
 * @param mcp the sidecar's MCP server
 * @param plane the Control Plane
 * @param signIn the link that signs in, once
 * @param command how this program is called
 * @param access options by which {@code reviews} finds the plane; empty where it finds it by itself
 * @param audit the audit file
 */
record DemoText(String listener, String mcp, String plane, String signIn, String command, String access, String audit) {

    private static final String TEXT = """

            A sidecar stands in front of a small service with orders. Reading is free; deleting needs a person.

              orders, through the sidecar   {listener}/orders
              MCP server, for agents        {mcp}
              review page (signs in once)   {signIn}
              audit trail                   {audit}

            In another terminal:

            1. Delete an order. It is refused, with the id of a review in X-Hoop-Review-Id:

                 curl -i -X DELETE {listener}/orders/2

            2. Ask how the review stands, as an agent would, without a credential. It says "next":"wait":

                 ID=...   # the id from step 1
                 curl -s {listener}/.well-known/hoop/reviews/$ID

               An agent with an MCP client (claude mcp add --transport http hoop-reviews {mcp})
               calls the tool review_wait instead.

            3. Approve it, here or on the review page:

                 {command} reviews approve $ID{access}

            4. Send the same request again. It goes through, once:

                 curl -i -X DELETE {listener}/orders/2

            5. And again: refused, with a new id, since an approval is good for one run.

                 curl -i -X DELETE {listener}/orders/2

            Ctrl-C ends the demo.
            """;

    String text() {
        return TEXT.replace("{listener}", listener)
                .replace("{mcp}", mcp)
                .replace("{signIn}", signIn)
                .replace("{plane}", plane)
                .replace("{command}", command)
                .replace("{access}", access)
                .replace("{audit}", audit);
    }
}
