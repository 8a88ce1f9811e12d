import { useState } from 'react';
import { TEXTS as STATES } from '../../api/texts.js';
import { fieldErrors } from '../../api/failure.js';
import { queryClient } from '../../api/query-client.js';
import { useVersionedEdit } from '../../api/versioned-edit.js';
import { Button } from '../../components/controls/button.js';
import { TextField, TextAreaField } from '../../components/controls/field.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { Card } from '../../components/layout/card.js';
import { Conflict } from '../../components/overlays/conflict.js';
import { accountQuery, type Account } from '../../api/resources/account.js';
import { changeAccount } from '../accounts/queries.js';
import { TEXTS } from './texts.js';

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const metadataText = ({ metadata }: Account) => JSON.stringify(metadata, null, 2);

function whyNot(name: string, metadata: object | undefined, isChanged: boolean): string | undefined {
  if (!name.trim()) return STATES.nameFirst;
  if (!metadata) return TEXTS.notJson;
  return isChanged ? undefined : STATES.unchanged;
}

export function GeneralSettings({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [text, setText] = useState(() => metadataText(account));
  const metadata = objectOf(text);
  function show(next: Account) {
    setName(next.name);
    setText(metadataText(next));
  }
  const { base, setBase, theirs, save, submit, keepMine, keepTheirs } = useVersionedEdit(account, {
    change: (to) =>
      changeAccount(to, {
        ...(name.trim() !== to.name && { name: name.trim() }),
        ...(metadata && JSON.stringify(metadata) !== JSON.stringify(to.metadata) && { metadata }),
      }),
    reread: () => queryClient.fetchQuery({ ...accountQuery(account.id), staleTime: 0 }),
    onSaved: (saved) => {
      show(saved);
      toast(TEXTS.saved);
    },
  });
  const isChanged = name.trim() !== base.name || JSON.stringify(metadata) !== JSON.stringify(base.metadata);
  if (account.version > base.version && !isChanged) {
    setBase(account);
    show(account);
  }
  const errors = fieldErrors(save.error);
  return (
    <Card title={TEXTS.general}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label={TEXTS.name} error={errors['name']} value={name} onText={setName} />
        <details className="grid" open={!metadata || errors['metadata'] !== undefined || undefined}>
          <summary className="min-h-6 w-fit cursor-pointer text-sm text-muted">{TEXTS.advanced}</summary>
          <div className="mt-3">
            <TextAreaField
              label={TEXTS.metadata}
              hint={TEXTS.metadataHint}
              error={metadata ? errors['metadata'] : TEXTS.notJson}
              spellCheck={false}
              className="font-mono text-xs"
              value={text}
              onText={setText}
            />
          </div>
        </details>
        {save.error && Object.keys(errors).length === 0 && <Problem error={save.error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            blocked={whyNot(name, metadata, isChanged)}
          >
            {TEXTS.save}
          </Button>
        </div>
      </form>
      {theirs && (
        <Conflict
          title={TEXTS.conflictTitle}
          fields={[
            { label: TEXTS.name, mine: name.trim(), theirs: theirs.name },
            { label: TEXTS.metadata, mine: text, theirs: metadataText(theirs) },
          ]}
          onKeepMine={() => keepMine(theirs)}
          onClose={() => {
            keepTheirs(theirs);
            show(theirs);
          }}
        />
      )}
    </Card>
  );
}
