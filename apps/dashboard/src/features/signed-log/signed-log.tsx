import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.js';
import { CopyableId } from '../../components/controls/copy-button.js';
import { Problem } from '../../components/feedback/problem.js';
import { Card, Details } from '../../components/layout/card.js';
import { logQuery, readCheckpoint } from './queries.js';
import { SavedText } from './saved-text.js';
import { TEXTS } from './texts.js';

/** The account's log, with its newest checkpoint to keep elsewhere. */
export function SignedLog({ accountId }: { accountId: string }) {
  const { data: log } = useQuery(logQuery(accountId));
  const checkpoint = useMutation({ mutationFn: () => readCheckpoint(accountId) });
  if (!log?.name || !log.key || !log.accountLog) return null;
  return (
    <Card
      flush
      title={TEXTS.title}
      description={TEXTS.what}
      actions={
        <Button small busy={checkpoint.isPending} onClick={() => checkpoint.mutate()}>
          {TEXTS.read}
        </Button>
      }
    >
      <Details
        rows={[
          [TEXTS.name, <CopyableId key="name" id={log.accountLog} />],
          [
            TEXTS.key,
            <div key="key" className="grid gap-1">
              <CopyableId id={log.key} />
              <p className="text-xs text-faint">{TEXTS.keyHint}</p>
            </div>,
          ],
        ]}
      />
      {(checkpoint.data !== undefined || checkpoint.error) && (
        <div className="grid justify-items-start gap-3 border-t border-line p-4">
          {checkpoint.error && <Problem error={checkpoint.error} />}
          {checkpoint.data !== undefined && (
            <>
              <pre
                tabIndex={0}
                role="region"
                aria-label={TEXTS.checkpoint}
                className="max-w-full overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs text-ink"
              >
                {checkpoint.data}
              </pre>
              <p className="text-sm text-muted">{TEXTS.keep}</p>
              <SavedText
                text={checkpoint.data}
                file={`checkpoint-${new Date().toISOString().slice(0, 10)}.txt`}
              />
            </>
          )}
        </div>
      )}
    </Card>
  );
}
