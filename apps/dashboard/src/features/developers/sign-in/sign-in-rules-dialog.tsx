import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { Button } from '../../../components/controls/button.js';
import { TextField } from '../../../components/controls/field.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeAccount } from '../../accounts/queries.js';
import type { Account } from '../../../api/resources/account.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../../components/feedback/use-action.js';

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
  const signInRules = drafts.map(ruleOf);
  const save = useAction(() => changeAccount(account, { signInRules }), TEXTS.signInSaved, onClose);
  function edit(next: Draft[]) {
    setDrafts(next);
    save.reset();
  }
  const change = (at: number, changes: Partial<Draft>) =>
    edit(drafts.map((draft, index) => (index === at ? { ...draft, ...changes } : draft)));
  const errors = fieldErrors(save.error);
  return (
    <FormDialog
      wide
      title={TEXTS.signInTitle(account.name)}
      confirm={TEXTS.save}
      sends={save}
      fields={['signInRules/']}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.signInWarning}</p>
      {drafts.map((draft, at) => (
        <fieldset key={at} className="grid min-w-0 gap-3 rounded-lg border border-line p-4">
          <legend className="px-1 text-sm font-medium">{TEXTS.rule(at + 1)}</legend>
          {FIELDS.map(([name, label, hint]) => (
            <TextField
              key={name}
              {...{ label, hint }}
              error={errors[`signInRules/${at}/${name}`]}
              spellCheck={false}
              autoComplete="off"
              value={draft[name]}
              onText={(text) => change(at, { [name]: text })}
            />
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
    </FormDialog>
  );
}
