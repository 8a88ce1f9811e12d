import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.js';
import { CopyButton } from '../../components/controls/copy-button.js';
import { Problem } from '../../components/feedback/problem.js';
import { logQuery, readProof } from './queries.js';
import { SavedText } from './saved-text.js';
import { TEXTS, verifyCommand } from './texts.js';

/**
 * What shows elsewhere that an event is in the signed log. It is not checked here: a green tick by the server that is doubted would prove
 * nothing.
 */
export function EventProof({ accountId, eventId }: { accountId: string; eventId: string }) {
  const { data: log } = useQuery(logQuery(accountId));
  const proof = useMutation({ mutationFn: () => readProof(accountId, eventId) });
  if (!log?.name) return null;
  const file = `proof-${eventId}.json`;
  const command = verifyCommand(file);
  return (
    <div className="grid justify-items-start gap-2">
      {!proof.data && (
        <Button small busy={proof.isPending} onClick={() => proof.mutate()}>
          {TEXTS.getProof}
        </Button>
      )}
      {proof.error && <Problem error={proof.error} />}
      {proof.data && (
        <section aria-label={TEXTS.proof} className="grid justify-items-start gap-2">
          <p className="text-xs text-muted">{TEXTS.proves}</p>
          <p className="flex max-w-full items-center gap-1">
            <code className="font-mono text-xs break-all">{command}</code>
            <CopyButton text={command} label={`Copy: ${TEXTS.command}`} />
          </p>
          <SavedText text={`${JSON.stringify(proof.data)}\n`} file={file} />
        </section>
      )}
    </div>
  );
}
