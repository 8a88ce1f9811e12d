import { randomBytes } from 'node:crypto';

const GOOD_FOR_MS = 60 * 60_000;

export class OneTimeCodes {
  private readonly codes = new Map<string, number>();

  make(): string {
    const code = `once-${randomBytes(24).toString('base64url')}`;
    this.codes.set(code, Date.now() + GOOD_FOR_MS);
    return code;
  }

  use(code: unknown): boolean {
    if (typeof code !== 'string') return false;
    const until = this.codes.get(code);
    this.codes.delete(code);
    return until !== undefined && until > Date.now();
  }
}
