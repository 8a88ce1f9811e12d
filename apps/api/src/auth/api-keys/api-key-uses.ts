import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { noteApiKeyUse, PLATFORM_ACCOUNT_ID, type Directory } from '#libs/directory';
import type { ApiKeyId } from '#libs/domain';
import { DIRECTORY } from '../../directory/directory.module.js';
import type { ApiKeyCaller } from '../caller/caller.js';

/** How exactly the last use of a key is known, however often it is used and by however many processes. */
const KNOWN_TO_MS = 5 * 60_000;
const WRITTEN_EVERY_MS = 30_000;

interface Use {
  accountId: string;
  usedAt: number;
  writtenAt: number;
}

/** Records when API keys were last used, in the background: some keys at a time, each once in five minutes. */
@Injectable()
export class ApiKeyUses implements OnModuleInit, OnApplicationShutdown {
  private readonly uses = new Map<ApiKeyId, Use>();
  private readonly logger = new Logger('ApiKeyUses');
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), WRITTEN_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  note({ id, accountId = PLATFORM_ACCOUNT_ID }: ApiKeyCaller): void {
    const use = this.uses.get(id);
    if (use) use.usedAt = Date.now();
    else this.uses.set(id, { accountId, usedAt: Date.now(), writtenAt: -Infinity });
  }

  /** Writes what has not been written lately. A use that cannot be written is retried with the next ones. */
  async write(): Promise<void> {
    for (const [apiKeyId, use] of this.uses) {
      if (use.usedAt - use.writtenAt < KNOWN_TO_MS) {
        if (Date.now() - use.writtenAt > KNOWN_TO_MS) this.uses.delete(apiKeyId);
        continue;
      }
      const { accountId, usedAt } = use;
      const iso = (time: number) => new Date(time).toISOString();
      try {
        await noteApiKeyUse(this.directory, { accountId, apiKeyId }, iso(usedAt), iso(usedAt - KNOWN_TO_MS));
        use.writtenAt = usedAt;
      } catch (error) {
        this.logger.warn(`The last use of ${apiKeyId} could not be recorded: ${String(error)}`);
        return;
      }
    }
  }
}
