package dev.hoop.sidecar.dev;

/**
 * What the demo prints.
 *
 * @param listener the sidecar's HTTP listener
 * @param database the sidecar's PostgreSQL listener
 * @param mcp the sidecar's MCP server
 * @param signIn the link that signs in, once
 * @param command how this program is called
 * @param access options by which {@code reviews} finds the plane; empty where it finds it by itself
 * @param audit the audit file
 */
record DemoText(
        String listener, Database database, String mcp, String signIn, String command, String access, String audit) {

    /** What there is to say of the database. */
    sealed interface Database {

        /**
         * It runs.
         *
         * @param url how clients reach it, through the sidecar
         * @param hasPsql whether {@code psql} is on the PATH
         */
        record Running(String url, boolean hasPsql) implements Database {}

        /** It does not. */
        record Missing(String reason) implements Database {}
    }

    private static final String HEAD = """

            A sidecar stands in front of {upstreams}. Reading is free; deleting needs a person.

              orders, through the sidecar   {listener}/orders
            {shop}  MCP server, for agents        {mcp}
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

            """;

    private static final String SHOP = "  shop, through the sidecar     {url}\n";

    private static final String DATABASE = """
            The same on PostgreSQL, where the listener holds instead of refusing{client}:

            6. Reading is free here, too:

                 psql {url} -c 'SELECT * FROM orders'

            7. Delete an order. psql waits, and a notice tells the id of a review:

                 psql {url} -c 'DELETE FROM orders WHERE id = 2'

            8. Approve that one, in a third terminal or on the review page. The psql of step 7 goes on, and says DELETE 1:

                 ID=...   # the id from step 7
                 {command} reviews approve $ID{access}

            9. An agent that cannot wait says so, and is refused with the id at once. Approved, the same statement runs, once:

                 PGAPPNAME=hoop-review=return psql {url} -c 'DELETE FROM orders WHERE id = 3'

            10. What nobody may approve is refused, and the connection lives on:

                 psql {url} -c 'DROP TABLE orders' -c 'SELECT count(*) FROM orders'

            """;

    private static final String NO_PSQL =
            " (psql is not on the PATH here; it is in the package postgresql-client, and\n"
                    + "any other client of PostgreSQL will do)";

    private static final String WITHOUT = "Without PostgreSQL: {reason}.\n\n";

    private static final String END = "Ctrl-C ends the demo.\n";

    String text() {
        String text = database instanceof Database.Running running
                ? (HEAD + DATABASE)
                        .replace("{upstreams}", "a small service with orders and a PostgreSQL")
                        .replace("{shop}", SHOP)
                        .replace("{url}", running.url())
                        .replace("{client}", running.hasPsql() ? "" : NO_PSQL)
                : (HEAD + WITHOUT)
                        .replace("{upstreams}", "a small service with orders")
                        .replace("{shop}", "")
                        .replace("{reason}", database instanceof Database.Missing missing ? missing.reason() : "");
        return (text + END)
                .replace("{listener}", listener)
                .replace("{mcp}", mcp)
                .replace("{signIn}", signIn)
                .replace("{command}", command)
                .replace("{access}", access)
                .replace("{audit}", audit);
    }
}
