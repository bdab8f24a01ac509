// Calls of every kind with the messages' bytes as they are, printed one line each.
const grpc = require('@grpc/grpc-js');
const asIs = (bytes) => bytes;
const method = (path, requestStream, responseStream) => ({
  path, requestStream, responseStream,
  requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs,
});
const Client = grpc.makeGenericClientConstructor({
  get: method('/billing.Invoices/Get', false, false),
  remove: method('/billing.Invoices/DeleteAll', false, false),
  upload: method('/billing.Invoices/Upload', true, false),
  watch: method('/billing.Invoices/Watch', false, true),
  talk: method('/billing.Invoices/Talk', true, true),
}, 'Invoices');
const client = new Client(process.argv[2], grpc.credentials.createInsecure());
const bytes = (text) => Buffer.from(text);
const unary = (name, text, metadata = new grpc.Metadata()) => new Promise((done) => {
  client[name](bytes(text), metadata, (error, answer) => done(error
    ? `${name} ${error.code} ${error.details} ${error.metadata.get('x-hoop-denied')}`
    : `${name} ok ${answer}`));
});
const stream = (name, call, texts) => new Promise((done) => {
  const heard = [];
  call.on('data', (answer) => heard.push(String(answer)));
  call.on('error', (error) => done(`${name} ${error.code} ${error.details}`));
  call.on('end', () => done(`${name} ended ${heard}`));
  texts.forEach((text) => call.write(bytes(text)));
  if (texts.length > 0) call.end();
});
(async () => {
  console.log(await unary('get', '42'));
  console.log(await unary('remove', 'all'));
  console.log(await unary('get', 'fail:NOT_FOUND'));
  console.log(await new Promise((done) => {
    const call = client.upload((error, answer) => done(error ? `upload ${error.code}` : `upload ok ${answer}`));
    call.write(bytes('one'));
    call.end();
  }));
  console.log(await stream('watch', client.watch(bytes('seen')), []));
  console.log(await stream('talk', client.talk(), ['a', 'b', 'c']));
  const large = 'x'.repeat(1000000);
  console.log((await unary('get', large)) === 'get ok ' + large ? 'large ok' : 'large wrong');
  // A deadline, and a call that is given up.
  console.log(await new Promise((done) => {
    const call = client.talk(new grpc.Metadata(), { deadline: Date.now() + 300 });
    call.on('data', () => {});
    call.on('error', (error) => done(`deadline ${error.code}`));
    call.write(bytes('one'));
  }));
  console.log(await new Promise((done) => {
    const call = client.talk();
    call.on('data', () => call.cancel());
    call.on('error', (error) => done(`cancel ${error.code}`));
    call.write(bytes('one'));
  }));
  client.close();
})();
