import { getRouteApi } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../components/controls/button.js';
import { Checkbox } from '../../components/controls/inputs.js';
import { Card } from '../../components/layout/card.js';
import { useMoment } from '../../session/moment.js';
import { Page } from '../../components/layout/page.js';
import { EXPORT_TEXTS as TEXTS } from './texts.js';
import { EXPORT_PAGE } from '../pages.js';

const route = getRouteApi('/signed-in/a/$account/export');

export function ExportPage() {
  const { account } = route.useParams();
  const moment = useMoment();
  const [forSpreadsheets, setForSpreadsheets] = useState(false);
  const url = (part: string, format: 'csv' | 'ndjson') =>
    `/v1/accounts/${account}/export/${part}?${new URLSearchParams({
      format,
      ...(forSpreadsheets && format === 'csv' && { bom: 'true' }),
      // Of what happened, what had happened by then.
      ...(moment && { [part === 'events' ? 'to' : 'asOf']: moment.asOf }),
    }).toString()}`;
  return (
    <Page title={EXPORT_PAGE.title} subtitle={TEXTS.subtitle}>
      <label className="mb-3 flex items-start gap-2 text-sm">
        <Checkbox checked={forSpreadsheets} onChange={({ target }) => setForSpreadsheets(target.checked)} />
        {TEXTS.forSpreadsheets}
      </label>
      <Card flush>
        <ul className="divide-y divide-line">
          {Object.entries(TEXTS.parts).map(([part, [title, detail]]) => (
            <li key={part} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <span className="min-w-40 flex-1 text-sm">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted">{detail}</span>
              </span>
              <span className="flex gap-2">
                {(['csv', 'ndjson'] as const).map((format) => (
                  <a
                    key={format}
                    href={url(part, format)}
                    download={`${part}.${format}`}
                    aria-label={`${title}, ${TEXTS[format]}`}
                    className={buttonClass()}
                  >
                    <Download aria-hidden className="size-4 text-muted" /> {TEXTS[format]}
                  </a>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
