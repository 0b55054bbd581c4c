import type { Dispute, Disputes } from '../../gateway/disputes/index.ts';
import { BODY_WITH_PAGES_BYTES, type Photos } from '../../operations/index.ts';
import { isUuid } from '../../platform/ids.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { DisputeFileBody } from './schema.ts';

/** Of all pages of a file, encoded anew: some twenty of text, or ten photos of pages. */
const MOST_BYTES_OF_FILE = 4 * 1024 * 1024;
const PROBLEMS = {
  broken: 'dispute_file_invalid',
  locked: 'dispute_file_locked',
  long: 'dispute_file_long',
  heavy: 'dispute_file_heavy',
} as const;

export interface DisputeFileOptions {
  readonly disputes: Pick<Disputes, 'files'>;
  readonly photos: Pick<Photos, 'preparePages'>;
  /** Refusal: dispute_not_found. */
  readonly found: (call: Pick<PanelCall<unknown, unknown>, 'personId' | 'params'>) => Promise<Dispute>;
}

/** Letters, receipts and mails as pictures or PDFs, which become pages of the dossier. */
export function disputeFileRoutes(options: DisputeFileOptions): readonly AnyPanelRoute[] {
  const { found } = options;
  return [
    panelRoute({
      method: 'POST',
      path: '/disputes/:id/files',
      access: 'sales.refund',
      body: DisputeFileBody,
      bodyLimitBytes: BODY_WITH_PAGES_BYTES,
      run: async (call) => {
        const dispute = await found(call);
        const { merchantId, transactionId } = dispute;
        const drawn = await options.photos.preparePages(call.body.file, { personId: merchantId });
        if ('problem' in drawn) throw refusePanel(PROBLEMS[drawn.problem], { field: 'file' });
        const { pages } = drawn;
        if (pages.reduce((sum, page) => sum + page.length, 0) > MOST_BYTES_OF_FILE)
          throw refusePanel('dispute_file_large', { field: 'file' });
        const file = { name: call.body.name.trim() || 'Anexo', pages };
        const isAdded = await options.disputes.files.add(dispute, file, (write) =>
          call.audit(write, `transaction:${transactionId}`),
        );
        if (!isAdded) throw refusePanel('too_many_dispute_files');
        return {};
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/disputes/:id/files/:file/remove',
      access: 'sales.refund',
      run: async (call) => {
        const dispute = await found(call);
        const id = (call.params.file ?? '').toLowerCase();
        const isRemoved =
          isUuid(id) &&
          (await options.disputes.files.remove(dispute, id, (write) =>
            call.audit(write, `transaction:${dispute.transactionId}`),
          ));
        if (!isRemoved) throw refusePanel('dispute_file_unknown');
        return {};
      },
    }),
  ];
}
