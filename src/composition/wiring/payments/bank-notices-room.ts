import { type Pix, registerNoticeRoutes } from '../../../gateway/kinds/pix/index.ts';
import type { PixMetrics } from '../../observability/pix-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';

/** Where banks tell payments. */
export function bankNoticesRoom({ rooms }: RoomParts, pix: Pix, { onNotice }: PixMetrics): Room {
  return {
    jobs: [],
    register: (app) =>
      registerNoticeRoutes(app, {
        addresses: rooms.noticeAddresses,
        pix,
        clock: rooms.clock,
        onNotice,
      }),
    close: pix.close,
  };
}
