import { Page } from '../../components/layout/page.js';
import { useMoment } from '../../session/moment.js';
import { IMPORT_PAGE } from '../pages.js';
import { CheckStep } from './steps/check-step.js';
import { ColumnsStep } from './steps/columns-step.js';
import { FileStep } from './steps/file-step.js';
import { ImportStep } from './steps/import-step.js';
import { StepList } from './steps/step-list.js';
import { TEXTS } from './texts.js';
import { useImport } from './use-import.js';

const CARDS = { file: FileStep, columns: ColumnsStep, check: CheckStep, import: ImportStep };

/** One step at a time, each at an address of its own. */
export function ImportPage() {
  const flow = useImport();
  const isPast = useMoment() !== undefined;
  const Card = CARDS[flow.step];
  return (
    <Page title={IMPORT_PAGE.title} subtitle={TEXTS.subtitle}>
      {isPast ? (
        <p className="text-sm text-muted">{TEXTS.notInPast}</p>
      ) : (
        <>
          <StepList flow={flow} />
          <Card flow={flow} jobId={flow.jobId} />
        </>
      )}
    </Page>
  );
}
