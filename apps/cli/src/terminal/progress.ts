const WIDTH = 30;
const REDRAW_MS = 80;

export interface Progress {
  /** @param total undefined while it is not known */
  show(title: string, done: number, total?: number): void;
  clear(): void;
}

/** A progress bar on standard error if that is a terminal; otherwise nothing. */
export function startProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let [drawnAt, shown] = [0, false];
  return {
    show(title, done, total) {
      if (!stream.isTTY) return;
      const now = Date.now();
      if (now - drawnAt < REDRAW_MS && done !== total) return;
      [drawnAt, shown] = [now, true];
      stream.write(`\r\u001b[2K${title}  ${bar(done, total)}`);
    },
    clear() {
      if (!shown) return;
      stream.write('\r\u001b[2K');
      shown = false;
    },
  };
}

/** `█████░░░░░  50 %  1,000 of 2,000` */
export function bar(done: number, total: number | undefined): string {
  const count = done.toLocaleString('en');
  if (total === undefined) return count;
  const share = total === 0 ? 1 : done / total;
  const full = Math.round(share * WIDTH);
  const blocks = '█'.repeat(full) + '░'.repeat(WIDTH - full);
  return `${blocks}  ${Math.floor(share * 100)} %  ${count} of ${total.toLocaleString('en')}`;
}
