// How long an editor waits: TypeScript's own server, as editors run it, queried after each change of a file.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addRound } from '../../../../test/bench/frame/measures.mjs';
import { project, typesFolder } from './instantiations.mjs';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const GOAL_MS = 150;
const WARM_UPS = 3;

/** A server on one open file; `ask` gives the answer's body and the milliseconds it took. */
function startServer(file, text) {
  const server = spawn(process.execPath, [`${root}node_modules/typescript/lib/tsserver.js`], {
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: root,
  });
  const waiting = new Map();
  let sequence = 0;
  let received = Buffer.alloc(0);
  server.stdout.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let message = takeMessage(); message; message = takeMessage()) {
      if (message.type === 'response') waiting.get(message.request_seq)?.(message);
    }
  });
  /** Each is headed by its length, and ends with a line break that counts. */
  function takeMessage() {
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(received.subarray(0, 64).toString('latin1'));
    if (!head) return undefined;
    const end = head[0].length + Number(head[1]);
    if (received.length < end) return undefined;
    const message = JSON.parse(received.subarray(head[0].length, end).toString());
    received = received.subarray(end);
    return message;
  }
  const send = (command, args) => {
    sequence += 1;
    server.stdin.write(`${JSON.stringify({ seq: sequence, type: 'request', command, arguments: args })}\n`);
    return sequence;
  };
  send('open', { file, fileContent: text });
  return {
    send,
    async ask(command, args) {
      const startedAt = performance.now();
      const { success, body, message } = await new Promise((answer) => {
        waiting.set(send(command, args), answer);
      });
      if (!success) throw new Error(`${command}: ${message}`);
      return { body, ms: performance.now() - startedAt };
    },
    stop: () => server.kill(),
  };
}

/** The line and column, from 1, just behind a text that the file has once. */
function placeBehind(text, mark) {
  const before = text.slice(0, text.indexOf(mark) + mark.length).split('\n');
  return { line: before.length, offset: before.at(-1).length + 1 };
}

/** Types a letter into a comment on the first line before each question, so that nothing known of the file is left. */
async function measureFile(table, subject, { file, text, questions, rounds }) {
  const server = startServer(file, text);
  try {
    for (let round = -WARM_UPS; round < rounds; round++) {
      for (const [row, { command, mark, has }] of Object.entries(questions)) {
        server.send('change', { file, line: 1, offset: 3, endLine: 1, endOffset: 3, insertString: 'x' });
        const { body, ms } = await server.ask(command, { file, ...placeBehind(text, mark) });
        if (!JSON.stringify(body).includes(has)) throw new Error(`No ${has} in the answer to ${row}.`);
        if (round >= 0) addRound(table, row, { [subject]: ms });
      }
    }
  } finally {
    server.stop();
  }
}

const TEN_ENTITIES = 'ten entities and a catalogue';
const COMPLETION = 'completion';
const QUICK_INFO = 'type of a name';

export async function measureEditor(measures, { rounds }) {
  const goal = { subject: TEN_ENTITIES, goals: [{ most: GOAL_MS }] };
  const table = measures.table({
    title: 'What an editor waits for',
    unit: 'ms',
    rowTitle: 'question',
    note: "TypeScript's server, after a change to the file.",
    goals: { [COMPLETION]: goal, [QUICK_INFO]: goal },
  });
  await measureFile(table, TEN_ENTITIES, { ...tenEntities(), rounds });
  await measureFile(table, "Rollbook's own catalogue, from source", { ...ownCatalogue(), rounds });
}

/** Against the library's declarations, as a package's users have it. */
function tenEntities() {
  const { folder, consumer } = typesFolder();
  const text = `// \n${consumer}
import { accessPattern, bindPatterns } from './libs/single-table/src/catalogue/catalogue.js';
const patterns = {
  parcels: accessPattern({
    question: 'the parcels of an owner',
    run: (t, ownerId: string) => t.query(parcel, { ownerId }, { limit: 25 }),
    example: 'owner',
  }),
};
const found = bindPatterns(patterns, table).parcels('x');
export const change = table.update(parcel, {} as never, { set: { note: '', } });
void found;
`;
  const file = `${folder}/in-editor.ts`;
  writeFileSync(file, text);
  writeFileSync(`${folder}/tsconfig.json`, project([file]));
  return {
    file,
    text,
    questions: {
      [COMPLETION]: { command: 'completionInfo', mark: "{ set: { note: '', ", has: 'placedAt' },
      [QUICK_INFO]: { command: 'quickinfo', mark: 'const foun', has: 'placedAt' },
    },
  };
}

function ownCatalogue() {
  const file = `${root}libs/directory/src/catalogue/access-patterns.ts`;
  const text = `// \n${readFileSync(file, 'utf8')}\nvoid ACCESS_PATTERNS.api.;\n`;
  return {
    file,
    text,
    questions: {
      [COMPLETION]: { command: 'completionInfo', mark: 'void ACCESS_PATTERNS.api.', has: 'getAccount' },
      [QUICK_INFO]: { command: 'quickinfo', mark: 'export const ACCESS_PATTERNS', has: 'webhooks' },
    },
  };
}
