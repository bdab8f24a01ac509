// A client of the official TypeScript SDK. Usage: client.mjs 1|2|2-modern URL, or client.mjs 1-stdio COMMAND...
// Reads calls from standard input, one JSON object a line: {"tool", "arguments"}; writes {"result", "progress"} for each.
import readline from 'node:readline';

const [kind, ...target] = process.argv.slice(2);
const implementation = { name: 'hoop-peer', version: '1' };

async function connected() {
  if (kind.startsWith('1')) {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const client = new Client(implementation);
    if (kind === '1-stdio') {
      const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
      await client.connect(new StdioClientTransport({ command: target[0], args: target.slice(1), stderr: 'inherit' }));
    } else {
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
      await client.connect(new StreamableHTTPClientTransport(new URL(target[0])));
    }
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const mode = kind === '2-modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(implementation, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(target[0])));
  return client;
}

const client = await connected();
const tools = (await client.listTools()).tools.map(tool => tool.name);
console.log(JSON.stringify({ tools }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  let progress = 0;
  const options = { onprogress: () => progress++, resetTimeoutOnProgress: true };
  const params = { name: call.tool, arguments: call.arguments };
  const result = kind.startsWith('1')
    ? await client.callTool(params, undefined, options)
    : await client.callTool(params, options);
  console.log(JSON.stringify({ result, progress }));
}
await client.close();
