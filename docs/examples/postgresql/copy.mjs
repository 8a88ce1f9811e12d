// npm start: keeps who is in which service group in PostgreSQL, in a table to join with your own.
import { openSubscriber } from '@rollbook/subscriber';
import { postgresStore } from '@rollbook/subscriber/postgres';
import pg from 'pg';

const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, DATABASE_URL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL });
await pool.query(`CREATE TABLE IF NOT EXISTS members (
  service_group_id text, user_id text, since timestamptz, PRIMARY KEY (service_group_id, user_id))`);

const subscriber = await openSubscriber({
  baseUrl: ROLLBOOK_URL,
  token: ROLLBOOK_KEY,
  accountId: ROLLBOOK_ACCOUNT,
  store: postgresStore(pool),
  on: {
    // What is written here is committed together with how far the copy is: each event takes effect once, also after a kill.
    'service_group.member_added': (tx, { data, time }) =>
      tx.query('INSERT INTO members VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        data.serviceGroupId,
        data.userId,
        time,
      ]),
    'service_group.member_removed': (tx, { data }) =>
      tx.query('DELETE FROM members WHERE service_group_id = $1 AND user_id = $2', [
        data.serviceGroupId,
        data.userId,
      ]),
    'service_group.removed': (tx, { subject }) =>
      tx.query('DELETE FROM members WHERE service_group_id = $1', [subject]),
    'user.removed': (tx, { subject }) => tx.query('DELETE FROM members WHERE user_id = $1', [subject]),
  },
  reset: (tx) => tx.query('DELETE FROM members'),
});
console.log('The copy is up to date, and follows.');

process.on('SIGTERM', async () => {
  await subscriber.close();
  await pool.end();
});
