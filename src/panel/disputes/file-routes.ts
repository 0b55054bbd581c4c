import type { Dispute, Disputes } from '../../gateway/disputes/index.ts';
import { BODY_WITH_PHOTO_BYTES, type Photos } from '../../operations/index.ts';
import { isUuid } from '../../platform/ids.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { DisputeFileBody } from './schema.ts';

/** Encoded anew: far more than a page of text or a photo of one takes. */
const MOST_BYTES_OF_PAGE = 4 * 1024 * 1024;

export interface DisputeFileOptions {
  readonly disputes: Pick<Disputes, 'files'>;
  readonly photos: Pick<Photos, 'preparePage'>;
  /** Refusal: dispute_not_found. */
  readonly found: (call: Pick<PanelCall<unknown, unknown>, 'personId' | 'params'>) => Promise<Dispute>;
}

/** Pictures of letters, receipts and mails, which become pages of the dossier. */
export function disputeFileRoutes(options: DisputeFileOptions): readonly AnyPanelRoute[] {
  const { found } = options;
  return [
    panelRoute({
      method: 'POST',
      path: '/disputes/:id/files',
      access: 'sales.refund',
      body: DisputeFileBody,
      bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
      run: async (call) => {
        const dispute = await found(call);
        const { merchantId, transactionId } = dispute;
        const page = await options.photos.preparePage(call.body.file, { personId: merchantId });
        if (!page || page.photo.length > MOST_BYTES_OF_PAGE)
          throw refusePanel('dispute_file_invalid', { field: 'file' });
        const file = { name: call.body.name.trim() || 'Anexo', content: page.photo };
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
