import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Stored {
  payload: AdapterPayload;
  until: number;
}

/** The maximum number of each kind; the oldest are dropped first. */
const MOST = 1_000;

export class MemoryAdapter implements Adapter {
  private readonly stored = new Map<string, Stored>();

  upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.stored.set(id, { payload, until: Date.now() + expiresIn * 1_000 });
    const [oldest] = this.stored.keys();
    if (this.stored.size > MOST && oldest !== undefined) this.stored.delete(oldest);
    return Promise.resolve();
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.findBy((_, key) => key === id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findBy((payload) => payload.uid === uid);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  consume(id: string): Promise<void> {
    const found = this.stored.get(id);
    if (found) found.payload.consumed = Math.floor(Date.now() / 1_000);
    return Promise.resolve();
  }

  destroy(id: string): Promise<void> {
    this.stored.delete(id);
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.stored) if (payload.grantId === grantId) this.stored.delete(id);
    return Promise.resolve();
  }

  private findBy(isMeant: (payload: AdapterPayload, id: string) => boolean) {
    const found = [...this.stored].find(([id, { payload }]) => isMeant(payload, id))?.[1];
    return Promise.resolve(found && found.until > Date.now() ? found.payload : undefined);
  }
}
