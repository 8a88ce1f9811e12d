import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Problem } from '../../../components/feedback/problem.js';
import { Progress } from '../../../components/feedback/progress.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { draftStore } from '../draft/draft-store.js';
import { afterApplying, type Draft } from '../draft/draft.js';
import { applyDraft, tryDraft } from '../queries.js';
import { TEXTS } from '../texts.js';
import { ReviewSentences } from './review-sentences.js';
import { changesWith, doneText } from './sentences.js';

interface ReviewDialogProps {
  accountId: string;
  draft: Draft;
  onClose: () => void;
}

/** What applying would do, as the API says it, and then doing it. */
export function ReviewDialog({ accountId, draft, onClose }: ReviewDialogProps) {
  const [reviewed] = useState(draft);
  const [progress, setProgress] = useState(0);
  const tried = useQuery({
    queryKey: ['dry-run', accountId, [...reviewed]],
    queryFn: () => tryDraft(accountId, reviewed),
    gcTime: 0,
  });
  const apply = useMutation({
    mutationFn: async () => {
      const store = draftStore(accountId);
      const done: ReturnType<typeof changesWith> = [];
      await applyDraft(accountId, reviewed, ({ results }) => {
        done.push(...changesWith(reviewed, results, 'done'));
        store.set(afterApplying(store.get(), results));
        setProgress((before) => before + results.length);
      });
      return done;
    },
    onSuccess: (done) => {
      if (done.length > 0) toast(doneText(done));
      onClose();
    },
  });
  const possible = tried.data?.done ?? 0;
  return (
    <Dialog
      wide
      title={TEXTS.reviewTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TEXTS.back}</Button>
          <Button
            kind="primary"
            autoFocus
            aria-disabled={possible === 0}
            disabled={tried.isSuccess && possible === 0}
            busy={apply.isPending}
            onClick={() => possible > 0 && apply.mutate()}
          >
            {TEXTS.apply(possible)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 text-sm">
        {tried.error && <Problem error={tried.error} retry={() => void tried.refetch()} />}
        {apply.error && <Problem error={apply.error} retry={() => apply.mutate()} />}
        {apply.isPending && (
          <div className="grid gap-2">
            <p>{TEXTS.progress(progress, reviewed.size)}</p>
            <Progress label={TEXTS.progress(progress, reviewed.size)} value={progress} of={reviewed.size} />
          </div>
        )}
        {tried.isPending && <SkeletonRows count={3} label={TEXTS.checking} />}
        {tried.data && <ReviewSentences draft={reviewed} tried={tried.data} />}
      </div>
    </Dialog>
  );
}
