import { createApp } from './app.js';
import { openApiDocument } from './openapi/document.js';

/** Prints the OpenAPI document: for linters, and to generate clients from. Needs neither a table nor an issuer. */
const app = await createApp({
  host: '127.0.0.1',
  port: 0,
  table: { name: 'rollbook', endpoint: 'http://127.0.0.1:1' },
  masterKey: { kmsKeyId: undefined, file: '/dev/null' },
  cursorSecret: 'nothing is signed while a document is printed',
  issuers: [],
  invitationSecret: 'no invitation is sent while a document is printed',
  webhooks: { allowLocal: false },
  rateLimit: { perSecond: 1, burst: 1 },
  corsOrigins: [],
  logLevel: 'silent',
});
process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
await app.close();
