import type { DeliveredEvent } from '@rollbook/subscriber';
import { DomainError } from '#libs/domain';
import { EVENT_SOURCE, MAILED_EVENT_TYPES, type PublishedEvent } from '#libs/event-contracts';
import { NoticesService } from '../../../apps/api/src/access-requests/notices/notices.service.js';
import { mailEvent } from '../../../apps/mailer/src/mailer.js';
import type { Mail } from '../../../apps/mailer/src/mail.js';
import type { Network } from '../ports/network.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Api } from './api.js';

/** As `noticeFromApi` waits for the API, and a client for the mail service. */
const ANSWER_MS = 5_000;
export const MAIL_SECRET = 'the secret of invitations of the simulation';

/** What mailers have done. */
export interface Post {
  sent: Mail[];
  /** The ids of events that were done with. */
  handled: Set<string>;
}

const noLimits = { take: () => Promise.resolve() };
const notices = new NoticesService({ invitationSecret: MAIL_SECRET } as never, noLimits as never);

/** The mailer, as `apps/mailer` runs it, without names in invitations. @returns what takes events of the bus */
export function mailer(
  self: SimulatedProcess,
  { network, post, pickApi }: { network: Network; post: Post; pickApi: () => Api },
): (event: DeliveredEvent) => Promise<void> {
  const options = {
    send: (mail: Mail) =>
      network.call(self, 'mail service', `MAIL ${mail.id}`, ANSWER_MS, () =>
        Promise.resolve(void post.sent.push(mail)),
      ),
    secret: MAIL_SECRET,
    acceptUrl: 'https://rollbook.example/accept-invitation',
    // An invitation is mailed whatever the API answers.
    readTerms: () => Promise.resolve(undefined),
    async readNotice(token: string) {
      const api = pickApi();
      try {
        return await network.call(self, api.process.name, 'POST notices/inspect', ANSWER_MS, () =>
          api.serve((directory) => notices.inspect(directory as never, token)),
        );
      } catch (error) {
        if (error instanceof DomainError && error.code === 'event_not_found') return undefined;
        throw error;
      }
    },
  };
  return async (event) => {
    if (!(MAILED_EVENT_TYPES as string[]).includes(event.type)) return;
    await mailEvent(options, { source: EVENT_SOURCE, detail: event as unknown as PublishedEvent });
    post.handled.add(event.id);
  };
}
