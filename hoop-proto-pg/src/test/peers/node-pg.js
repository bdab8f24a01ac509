// What a program with the driver `pg` does, printed line by line. Arguments: port, database, word.
const { Client, Pool } = require('pg');

const [port, database, word] = process.argv.slice(2);
const settings = { host: '127.0.0.1', port: Number(port), database, user: 'postgres', ssl: false };
const print = (what, value) => console.log(what + ' ' + JSON.stringify(value));

async function attempt(what, work) {
  try {
    print(what, await work());
  } catch (error) {
    print(what, { code: error.code, message: error.message });
  }
}

async function main() {
  const client = new Client(settings);
  const notified = new Promise((resolve) => client.on('notification', (one) => resolve(one.payload)));
  await client.connect();
  const rows = async (...query) => (await client.query(...query)).rows;

  await attempt('simple', () => rows('select 1 as n, null as none'));
  await attempt('several', async () => (await client.query('select 1 as a; select 2 as b')).map((one) => one.rows));
  await attempt('parameters', () => rows('select $1::int + $2 as sum, $3::text as words', [40, 2, "it's"]));
  await attempt('dates', () => rows("select $1::timestamptz = timestamptz '2026-01-02 03:04:05Z' as same", [
    new Date('2026-01-02T03:04:05Z'),
  ]));
  await client.query('create table if not exists node_things (n int, w text); truncate node_things');
  for (let n = 0; n < 3; n++) {
    await attempt('named', () => client
      .query({ name: 'insert', text: 'insert into node_things values ($1, $2)', values: [n, null] })
      .then((done) => done.rowCount));
  }
  await attempt('pipelined', () => Promise.all([1, 2, 3].map((n) => rows('select $1::int as n', [n]))));
  await attempt('wrong', () => rows('selec 1'));
  await attempt('refused', () => rows(`select '${word}'`));
  await attempt('refused with parameters', () => rows(`select '${word}' || $1`, ['x']));
  for (let n = 0; n < 2; n++) {
    await attempt('refused by name', () => rows({ name: 'refused', text: `select '${word}' || $1`, values: [String(n)] }));
  }
  await attempt('after', () => rows('select count(*) from node_things'));
  await client.query('begin');
  await attempt('refused in a transaction', () => rows(`select '${word}'`));
  await attempt('failed', () => rows('select 1'));
  await attempt('rollback', async () => (await client.query('rollback')).command);
  await client.query("listen c; notify c, 'heard'");
  print('notified', await notified);
  await client.end();

  const pool = new Pool({ ...settings, max: 3 });
  const all = await Promise.all([...Array(30).keys()].map((n) => pool.query('select $1::int as n', [n])));
  print('pool', all.map((one) => one.rows[0].n));
  await pool.end();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
