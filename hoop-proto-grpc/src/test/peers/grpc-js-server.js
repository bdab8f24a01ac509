// A server that answers each message with itself, and one that begins with fail:CODE with that status. Prints its port.
const grpc = require('@grpc/grpc-js');
const asIs = (bytes) => bytes;
const method = (path, requestStream, responseStream) => ({
  path, requestStream, responseStream,
  requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs,
});
const unary = (call, done) => {
  const text = String(call.request);
  const trailers = new grpc.Metadata();
  call.metadata.get('x-team').forEach((value) => trailers.add('trailing-x-team', value));
  if (text.startsWith('fail:')) done({ code: grpc.status[text.substring(5)], details: 'as asked' }, null, trailers);
  else done(null, call.request, trailers);
};
const server = new grpc.Server();
server.addService({
  get: method('/billing.Invoices/Get', false, false),
  remove: method('/billing.Invoices/DeleteAll', false, false),
  upload: method('/billing.Invoices/Upload', true, false),
  watch: method('/billing.Invoices/Watch', false, true),
  talk: method('/billing.Invoices/Talk', true, true),
}, {
  get: unary,
  remove: unary,
  upload: (call, done) => {
    let last = Buffer.alloc(0);
    call.on('data', (message) => { last = message; });
    call.on('end', () => done(null, last));
  },
  watch: (call) => { call.write(call.request); call.write(call.request); call.end(); },
  talk: (call) => {
    call.on('data', (message) => call.write(message));
    call.on('end', () => call.end());
  },
});
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(`port ${port}`);
});
