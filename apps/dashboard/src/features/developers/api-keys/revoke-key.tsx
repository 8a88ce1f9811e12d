import { useMutation } from '@tanstack/react-query';
import { Time } from '../../../components/data/time.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { revokeKey, type ApiKey } from './queries.js';
import { TEXTS } from './texts.js';

export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { name, lastUsedAt } = apiKey;
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey),
    onSuccess: () => {
      toast(TEXTS.revoked(name));
      onClose();
    },
  });
  return (
    <Confirm
      title={TEXTS.revokeTitle(name)}
      action={TEXTS.revokeDo}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{TEXTS.revokeWhat}</p>
      <p>
        {lastUsedAt === null ? (
          `${TEXTS.usedNever}.`
        ) : (
          <>
            {TEXTS.revokeUsed} <Time at={lastUsedAt} />.
          </>
        )}
      </p>
    </Confirm>
  );
}
