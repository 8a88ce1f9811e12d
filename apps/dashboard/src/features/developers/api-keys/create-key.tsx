import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { TEXTS as STATES } from '../../../api/texts.js';
import { takeWrites } from '../../../api/writes.js';
import { Button } from '../../../components/controls/button.js';
import { TextField } from '../../../components/controls/field.js';
import { Checkbox } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { ExpiryField } from './expiry-field.js';
import type { Issued } from './issued-key.js';
import { createKey, scopesQuery } from './queries.js';
import { expiresAtOf, isComplete, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface CreateKeyProps {
  accountId: string;
  /** What is ticked from the start. */
  initialScopes: readonly string[];
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

export function CreateKey({ accountId, initialScopes, onIssued, onClose }: CreateKeyProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(initialScopes);
  const [terms, setTerms] = useState<Terms>({ expiry: '365', day: '' });
  const create = useMutation({
    mutationFn: () => createKey(accountId, { name: name.trim(), scopes, ...expiresAtOf(terms) }),
    onSuccess: (key) => onIssued({ key, writes: takeWrites() }),
  });
  const errors = fieldErrors(create.error);
  return (
    <FormDialog
      wide
      title={TEXTS.create}
      confirm={TEXTS.create}
      sends={create}
      fields={['name', 'expiresAt']}
      blocked={whyNot(name, scopes, terms)}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={TEXTS.name}
        hint={TEXTS.nameHint}
        error={errors['name']}
        autoComplete="off"
        value={name}
        onText={setName}
      />
      <ScopesField value={scopes} onChange={setScopes} />
      <ExpiryField value={terms} onChange={setTerms} error={errors['expiresAt']} />
    </FormDialog>
  );
}

function whyNot(name: string, scopes: readonly string[], terms: Terms): string | false {
  if (!name.trim()) return STATES.nameFirst;
  if (scopes.length === 0) return TEXTS.scopesFirst;
  return !isComplete(terms) && TEXTS.dayFirst;
}

interface ScopesFieldProps {
  value: readonly string[];
  onChange: (scopes: readonly string[]) => void;
}

/** What most keys are for. The first reads whatever can be read. */
const PRESETS: readonly (readonly [name: string, matches: (scope: string) => boolean])[] = [
  [TEXTS.presets.reads, (scope) => scope.endsWith(':read')],
  [TEXTS.presets.guards, isOneOf('events:read', 'access:check')],
  [TEXTS.presets.imports, isOneOf('users:read', 'users:write', 'memberships:write', 'jobs:read')],
  [TEXTS.presets.provisions, isOneOf('scim')],
];

function isOneOf(...scopes: string[]): (scope: string) => boolean {
  return (scope) => scopes.includes(scope);
}

/** What a key may do, in sentences. */
function ScopesField({ value, onChange }: ScopesFieldProps) {
  const id = useId();
  const { data: scopes, error, refetch } = useQuery(scopesQuery);
  if (error && !scopes) return <Problem error={error} retry={() => void refetch()} />;
  if (!scopes) return <SkeletonRows count={4} />;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{TEXTS.scopes}</legend>
      <div role="group" aria-label={TEXTS.presetsOf} className="flex flex-wrap gap-2">
        {PRESETS.map(([name, matches]) => (
          <Button key={name} small onClick={() => onChange(scopes.map(({ scope }) => scope).filter(matches))}>
            {name}
          </Button>
        ))}
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {scopes.map(({ scope, summary }) => (
          <label
            key={scope}
            className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-md px-1.5 py-1.5 text-sm hover:bg-hover"
          >
            <Checkbox
              className="mt-0.5"
              aria-describedby={`${id}-${scope}`}
              checked={value.includes(scope)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, scope] : value.filter((each) => each !== scope))
              }
            />
            <span className="min-w-0">
              {summary}
              <code
                id={`${id}-${scope}`}
                aria-hidden
                className="block font-mono text-2xs break-all text-faint"
              >
                {scope}
              </code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
