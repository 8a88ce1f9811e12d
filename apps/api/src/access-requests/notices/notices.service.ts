import { Inject, Injectable } from '@nestjs/common';
import { findNotice, getAccount, grantTenant, type Notice } from '#libs/directory';
import { DomainError } from '#libs/domain';
import { readNoticeToken } from '#libs/secrets';
import type { RequestTenant } from '../../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import type { RequestDirectory } from '../../directory/request-directory.js';
import { MailLimits } from '../../invitations/mail-limits.js';
import { toNoticeDto, type NoticeDto } from './notices.dto.js';

@Injectable()
export class NoticesService {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly mails: MailLimits,
  ) {}

  /** Of the mails that an account may cause, each recipient takes one: who gets too many is left out. */
  async inspect(directory: RequestDirectory, token: string): Promise<NoticeDto> {
    const presented = readNoticeToken(this.configuration.invitationSecret, token);
    if (!presented) throw new DomainError('event_not_found', 'token is not that of an event.');
    const tenant = grantTenant(directory, presented.accountId);
    const { name: accountName, status } = await getAccount(tenant);
    const notice = status === 'active' ? await present(tenant, presented.eventId) : undefined;
    if (!notice) throw new DomainError('event_not_found', 'No mail is sent about this event.');
    const recipients: NoticeDto['recipients'] = [];
    for (const { name, email } of notice.recipients)
      if (await this.mayBeMailed(tenant, email, notice.kind)) recipients.push({ name, email });
    return { accountName, ...toNoticeDto(notice), recipients };
  }

  private async mayBeMailed(
    { accountId }: RequestTenant,
    email: string,
    kind: Notice['kind'],
  ): Promise<boolean> {
    try {
      await this.mails.take(accountId, email, kind);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return false;
      throw error;
    }
  }
}

/** No mail is about a user or service group that is gone. */
async function present(tenant: RequestTenant, eventId: string): Promise<Notice | undefined> {
  try {
    return await findNotice(tenant, eventId);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
