import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';

/** A log file that cannot be written, on a full disk for example, is no reason to end. */
export function appendTo(file: string): Writable {
  let open: WriteStream | undefined;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        open ??= openLog(file, () => (open = undefined));
        open.write(chunk, () => done());
      } catch {
        done();
      }
    },
    final(done) {
      if (open) open.end(() => done());
      else done();
    },
  });
}

function openLog(file: string, onError: () => void): WriteStream {
  mkdirSync(dirname(file), { recursive: true });
  return createWriteStream(file, { flags: 'a' }).on('error', onError);
}
