import { useState } from 'react';
import { preferences, timeZoneOf } from '../../../../api/preferences.js';
import { startOfDay } from '../../../../components/data/days.js';
import { DateInput } from '../../../../components/controls/date-input.js';
import { Banner } from '../../../../components/feedback/banner.js';
import { FormDialog } from '../../../../components/overlays/form-dialog.js';
import type { Endpoint } from '../endpoints.js';
import { recover } from '../queries.js';
import { TEXTS } from '../texts.js';
import { useAction } from '../../../../components/feedback/use-action.js';

/** Sends all that was missed since a day; a request looks at 1,000 events, and the dialog then goes on from there. */
export function Recover({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [day, setDay] = useState('');
  const [resumeFrom, setResumeFrom] = useState<string>();
  const send = useAction(
    (since: string) => recover(endpoint, since),
    ({ queued }) => TEXTS.recovered(queued),
    ({ resumeFrom: next }) => (next === null ? onClose() : setResumeFrom(next)),
  );
  const since = resumeFrom ?? startOfDay(day, timeZoneOf(preferences.get()));
  return (
    <FormDialog
      isPassing
      title={TEXTS.recoverTitle}
      confirm={resumeFrom === undefined ? TEXTS.recoverDo : TEXTS.goOnDo}
      sends={send}
      blocked={since === undefined && TEXTS.sinceFirst}
      onSubmit={() => since !== undefined && send.mutate(since)}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.recoverWhat}</p>
      {resumeFrom === undefined ? (
        <DateInput label={TEXTS.since} value={day} onChange={setDay} />
      ) : (
        <Banner>{TEXTS.goOn}</Banner>
      )}
    </FormDialog>
  );
}
