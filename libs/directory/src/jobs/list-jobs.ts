import { listOfAccount } from '../aggregates/account/read-account.js';
import type { Page, PageRequest } from '../core/pages.js';
import type { Tenant } from '../core/tenant.js';
import { jobEntity, listedJobEntity, type Job } from '../table/items/jobs.js';

/** Newest first. With a status, a page may be shorter than its limit. @throws DomainError `account_not_found` */
export async function listJobs(
  tenant: Tenant,
  {
    type,
    status,
    limit,
    cursor: from,
  }: PageRequest & { type?: Job['type'] | undefined; status?: Job['status'] | undefined },
): Promise<Page<Job>> {
  const { accountId } = tenant;
  const { table } = tenant.directory;
  const { items, cursor } = await listOfAccount(tenant, () =>
    table.query(
      listedJobEntity,
      { accountId },
      {
        limit,
        cursor: from,
        order: 'descending',
        consistent: true,
        ...(type && { filter: (c) => c.eq('type', type) }),
      },
    ),
  );
  const jobs = await table.batchGet(
    items.map(({ jobId }) => jobEntity.at({ jobId })),
    { consistent: true },
  );
  const own = jobs.filter((job) => job?.accountId === accountId).filter((job) => job !== undefined);
  return { items: own.filter((job) => !status || job.status === status), cursor };
}
