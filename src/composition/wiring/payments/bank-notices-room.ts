import { type Pix, registerNoticeRoutes } from '../../../gateway/kinds/pix/index.ts';
import type { Slips } from '../../../gateway/kinds/slip/index.ts';
import { SLIP_NOTICES } from '../../../gateway/providers/index.ts';
import type { PixMetrics } from '../../observability/pix-metrics.ts';
import type { Room, RoomParts } from '../../room.ts';

/** Where banks tell payments. */
export function bankNoticesRoom(
  { rooms }: RoomParts,
  pix: Pix,
  slips: Slips,
  { onNotice }: PixMetrics,
): Room {
  return {
    jobs: [],
    register: (app) =>
      registerNoticeRoutes(app, {
        addresses: rooms.noticeAddresses,
        pix,
        slips: { ...slips, tail: SLIP_NOTICES },
        clock: rooms.clock,
        onNotice,
      }),
    close: pix.close,
  };
}
