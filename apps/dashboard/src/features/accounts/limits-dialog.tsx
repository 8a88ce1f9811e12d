import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../components/controls/field.js';
import { Input } from '../../components/controls/inputs.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { changeAccount } from './queries.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';

const LIMITS = ['users', 'serviceGroups', 'members'] as const;

export function LimitsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [limits, setLimits] = useState(() =>
    Object.fromEntries(LIMITS.map((name) => [name, String(account.limits[name] ?? '')])),
  );
  const save = useMutation({
    mutationFn: () =>
      changeAccount(account, {
        limits: Object.fromEntries(LIMITS.map((name) => [name, limits[name] ? Number(limits[name]) : null])),
      }),
    onSuccess: () => {
      toast(TEXTS.limitsSaved);
      onClose();
    },
  });
  return (
    <FormDialog
      title={TEXTS.limitsTitle(account.name)}
      cancel={TEXTS.cancel}
      confirm={TEXTS.save}
      busy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.limitsHint}</p>
      {LIMITS.map((name) => (
        <Field key={name} label={TEXTS.limitNames[name]}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="max-w-40"
              value={limits[name]}
              onChange={({ target }) => setLimits({ ...limits, [name]: target.value.replace(/\D/g, '') })}
            />
          )}
        </Field>
      ))}
      {save.error && <Problem error={save.error} />}
    </FormDialog>
  );
}
