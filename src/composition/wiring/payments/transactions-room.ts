import { registerIntentionRoutes } from '../../../gateway/checkout/index.ts';
import { registerTransactionRoutes } from '../../../gateway/http/index.ts';
import { PAYMENT_KINDS } from '../../../gateway/kinds/index.ts';
import { findPix } from '../../../gateway/kinds/pix/index.ts';
import type { Payments } from '../../../gateway/payments/index.ts';
import type { Postbacks } from '../../../gateway/postbacks/index.ts';
import { fillSearchColumns, reclaimRoom } from '../../../gateway/transactions/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { Room, RoomParts } from '../../room.ts';
import { hostedPageOf, merchantApi } from './merchant-api.ts';

/** Payments as merchants call them, and what they are told of later. */
export function transactionsRoom(
  parts: RoomParts,
  {
    payments,
    postbacks,
    jobs,
  }: { readonly payments: Payments; readonly postbacks: Postbacks; readonly jobs: readonly Job[] },
): Room {
  const { database, sales } = parts.rooms;
  return {
    jobs: [...jobs, fillSearchColumns(database, PAYMENT_KINDS), reclaimRoom(database), ...postbacks.jobs],
    register: (app) => {
      app.decorateRequest('merchant', null);
      app.addHook('onResponse', (request, _reply, done) => {
        postbacks.answered(request.id);
        done();
      });
      const api = merchantApi(parts, payments);
      registerTransactionRoutes(app, {
        ...api,
        sales,
        findPix: (wanted) => findPix(parts.rooms.pixCodes, wanted),
      });
      registerIntentionRoutes(app, { ...api, pageUrl: hostedPageOf(parts, payments) });
    },
    close: postbacks.close,
  };
}
