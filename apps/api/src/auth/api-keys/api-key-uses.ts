import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { noteApiKeyUse, PLATFORM_ACCOUNT_ID, type Directory } from '#libs/directory';
import type { ApiKeyId } from '#libs/domain';
import { DIRECTORY } from '../../directory/directory.module.js';
import type { ApiKeyCaller } from '../caller/caller.js';

/** How exactly the last use of a key is known, however often it is used and by however many processes. */
const KNOWN_TO_MS = 5 * 60_000;
const WRITTEN_EVERY_MS = 30_000;
/** Of the keys of identity providers: people who set one up watch whether its requests arrive. */
const SCIM_KNOWN_TO_MS = 5_000;
const SCIM_WRITTEN_EVERY_MS = 1_000;

interface Use {
  accountId: string;
  knownToMs: number;
  usedAt: number;
  writtenAt: number;
  /** What the last reader of a feed understands. */
  understands?: string;
}

/** Records when API keys were last used, in the background: some keys at a time, each once in the time to which it is known. */
@Injectable()
export class ApiKeyUses implements OnModuleInit, OnApplicationShutdown {
  private readonly uses = new Map<ApiKeyId, Use>();
  private readonly logger = new Logger('ApiKeyUses');
  private timers: NodeJS.Timeout[] = [];
  private writing = Promise.resolve();
  /** Milliseconds since 1970. After a failure only the slower timer tries again. */
  private failedAt = -Infinity;

  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  onModuleInit(): void {
    this.timers = [
      setInterval(() => void this.write(), WRITTEN_EVERY_MS).unref(),
      setInterval(() => {
        if (Date.now() - this.failedAt > WRITTEN_EVERY_MS) void this.write(isOfScim);
      }, SCIM_WRITTEN_EVERY_MS).unref(),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.write();
  }

  /** @param understands what a reader of a feed says that it understands; undefined for any other request */
  note({ id, accountId = PLATFORM_ACCOUNT_ID, scopes }: ApiKeyCaller, understands?: string): void {
    const knownToMs = scopes.includes('scim') ? SCIM_KNOWN_TO_MS : KNOWN_TO_MS;
    const use = this.uses.get(id) ?? { accountId, knownToMs, usedAt: 0, writtenAt: -Infinity };
    use.usedAt = Date.now();
    if (understands !== undefined && understands !== use.understands)
      Object.assign(use, { understands, writtenAt: -Infinity });
    this.uses.set(id, use);
  }

  /** Writes what has not been written lately. A use that cannot be written is retried with the next ones. */
  write(which: (use: Use) => boolean = () => true): Promise<void> {
    this.writing = this.writing.then(() => this.writeDue(which));
    return this.writing;
  }

  private async writeDue(which: (use: Use) => boolean): Promise<void> {
    for (const [apiKeyId, use] of this.uses) {
      if (!which(use)) continue;
      const { accountId, knownToMs, usedAt, understands } = use;
      if (usedAt - use.writtenAt < knownToMs) {
        if (Date.now() - use.writtenAt > knownToMs) this.uses.delete(apiKeyId);
        continue;
      }
      const iso = (time: number) => new Date(time).toISOString();
      try {
        const since = iso(usedAt - knownToMs);
        await noteApiKeyUse(this.directory, { accountId, apiKeyId }, iso(usedAt), since, understands);
        use.writtenAt = usedAt;
      } catch (error) {
        this.failedAt = Date.now();
        this.logger.warn(`The last use of ${apiKeyId} could not be recorded: ${String(error)}`);
        return;
      }
    }
  }
}

const isOfScim = ({ knownToMs }: Use): boolean => knownToMs === SCIM_KNOWN_TO_MS;
