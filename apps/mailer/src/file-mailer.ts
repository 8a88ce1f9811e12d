import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMail } from './mail.js';

/** An event's id, and which of its recipients. Whatever else the bus brought as one could name a file outside the folder. */
const ID = /^[\w-]+\.\d+(-\d+)?$/;

/** Writes each mail into a separate file, for development: the same event again writes the same file. */
export function fileMailer(folder: string): SendMail {
  return async ({ id, to, subject, text }) => {
    if (!ID.test(id)) throw new Error(`Not the id of an event: ${JSON.stringify(id)}`);
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${id}.eml`);
    const header = [
      `To: ${oneLine(to)}`,
      `Subject: ${oneLine(subject)}`,
      'Content-Type: text/plain; charset=utf-8',
    ];
    // A mail lets its reader in: it is its owner's. Whole, or not there.
    await writeFile(`${file}.new`, `${header.join('\n')}\n\n${text}`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, ' ');
}
