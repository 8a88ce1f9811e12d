import { useState } from 'react';
import { TextField } from '../../components/controls/field.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { changeAccount } from './queries.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

const LIMITS = ['users', 'serviceGroups', 'members'] as const;

export function LimitsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [limits, setLimits] = useState(() =>
    Object.fromEntries(LIMITS.map((name) => [name, String(account.limits[name] ?? '')])),
  );
  const numbers = () =>
    Object.fromEntries(LIMITS.map((name) => [name, limits[name] ? Number(limits[name]) : null]));
  const save = useAction(() => changeAccount(account, { limits: numbers() }), TEXTS.limitsSaved, onClose);
  return (
    <FormDialog
      title={TEXTS.limitsTitle(account.name)}
      confirm={TEXTS.save}
      sends={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.limitsHint}</p>
      {LIMITS.map((name) => (
        <TextField
          key={name}
          label={TEXTS.limitNames[name]}
          inputMode="numeric"
          className="max-w-40"
          value={limits[name]}
          onText={(text) => setLimits({ ...limits, [name]: text.replace(/\D/g, '') })}
        />
      ))}
    </FormDialog>
  );
}
