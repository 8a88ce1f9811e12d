import { Time } from '../../../components/data/time.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { revokeKey, type ApiKey } from './queries.js';
import { TEXTS } from './texts.js';

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { name, lastUsedAt } = apiKey;
  return (
    <ConfirmChange
      danger
      title={TEXTS.revokeTitle(name)}
      action={TEXTS.revokeDo}
      what={TEXTS.revokeWhat}
      change={() => revokeKey(apiKey)}
      done={TEXTS.revoked(name)}
      onClose={onClose}
    >
      <p>
        {lastUsedAt === null ? (
          `${TEXTS.usedNever}.`
        ) : (
          <>
            {TEXTS.revokeUsed} <Time at={lastUsedAt} />.
          </>
        )}
      </p>
    </ConfirmChange>
  );
}
