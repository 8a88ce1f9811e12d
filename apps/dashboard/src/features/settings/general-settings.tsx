import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/failure.js';
import { Button } from '../../components/controls/button.js';
import { Field } from '../../components/controls/field.js';
import { Input, TextArea } from '../../components/controls/inputs.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { Card } from '../../components/layout/card.js';
import { changeAccount, type Account } from '../accounts/queries.js';
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

export function GeneralSettings({ account }: { account: Account }) {
  const [name, setName] = useState(account.name);
  const [text, setText] = useState(() => JSON.stringify(account.metadata, null, 2));
  const metadata = objectOf(text);
  const save = useMutation({
    mutationFn: () =>
      changeAccount(account, {
        ...(name.trim() !== account.name && { name: name.trim() }),
        ...(metadata && JSON.stringify(metadata) !== JSON.stringify(account.metadata) && { metadata }),
      }),
    onSuccess: () => toast(TEXTS.saved),
  });
  const errors = fieldErrors(save.error);
  const isChanged =
    name.trim() !== account.name || JSON.stringify(metadata) !== JSON.stringify(account.metadata);
  return (
    <Card title={TEXTS.general}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label={TEXTS.name} error={errors['name']}>
          {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <Field
          label={TEXTS.metadata}
          hint={TEXTS.metadataHint}
          error={metadata ? errors['metadata'] : TEXTS.notJson}
        >
          {(control) => (
            <TextArea
              {...control}
              spellCheck={false}
              className="font-mono text-xs"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {save.error && Object.keys(errors).length === 0 && <Problem error={save.error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            disabled={!name.trim() || !metadata || !isChanged}
          >
            {TEXTS.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
