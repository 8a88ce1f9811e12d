import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { Button } from '../../../components/controls/button.js';
import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeAccount } from '../../accounts/queries.js';
import type { Account } from '../../../api/resources/account.js';
import { TEXTS } from './texts.js';

type Rule = Account['signInRules'][number];
/** A rule as typed. */
type Draft = Record<keyof Rule, string>;

const MAX_RULES = 5;
const EMPTY: Draft = { issuer: '', domains: '', externalIdClaim: '' };
const FIELDS = [
  ['issuer', TEXTS.issuer, TEXTS.issuerHint],
  ['domains', TEXTS.domains, TEXTS.domainsHint],
  ['externalIdClaim', TEXTS.claim, TEXTS.claimHint],
] as const;

function draftOf({ issuer, domains, externalIdClaim = '' }: Rule): Draft {
  return { issuer, domains: domains.join(', '), externalIdClaim };
}

function ruleOf({ issuer, domains, externalIdClaim }: Draft): Rule {
  const claim = externalIdClaim.trim();
  return {
    issuer: issuer.trim(),
    domains: domains.split(/[\s,]+/).filter(Boolean),
    ...(claim && { externalIdClaim: claim }),
  };
}

export function SignInRulesDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [drafts, setDrafts] = useState(() => account.signInRules.map(draftOf));
  const save = useMutation({
    mutationFn: () => changeAccount(account, { signInRules: drafts.map(ruleOf) }),
    onSuccess: () => {
      toast(TEXTS.signInSaved);
      onClose();
    },
  });
  function edit(next: Draft[]) {
    setDrafts(next);
    save.reset();
  }
  const change = (at: number, changes: Partial<Draft>) =>
    edit(drafts.map((draft, index) => (index === at ? { ...draft, ...changes } : draft)));
  const errors = fieldErrors(save.error);
  const isOfField = Object.keys(errors).some((pointer) => pointer.startsWith('signInRules/'));
  return (
    <FormDialog
      title={TEXTS.signInTitle(account.name)}
      wide
      cancel={TEXTS.cancel}
      confirm={TEXTS.save}
      busy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.signInWarning}</p>
      {drafts.map((draft, at) => (
        <fieldset key={at} className="grid min-w-0 gap-3 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">{TEXTS.rule(at + 1)}</legend>
          {FIELDS.map(([name, label, hint]) => (
            <Field key={name} label={label} hint={hint} error={errors[`signInRules/${at}/${name}`]}>
              {(control) => (
                <Input
                  {...control}
                  spellCheck={false}
                  autoComplete="off"
                  value={draft[name]}
                  onChange={({ target }) => change(at, { [name]: target.value })}
                />
              )}
            </Field>
          ))}
          <div>
            <Button
              small
              aria-label={`${TEXTS.removeRule}: ${TEXTS.rule(at + 1)}`}
              onClick={() => edit(drafts.filter((_, index) => index !== at))}
            >
              {TEXTS.removeRule}
            </Button>
          </div>
        </fieldset>
      ))}
      {drafts.length < MAX_RULES && (
        <div>
          <Button onClick={() => edit([...drafts, EMPTY])}>{TEXTS.addRule}</Button>
        </div>
      )}
      {save.error && !isOfField && <Problem error={save.error} />}
    </FormDialog>
  );
}
