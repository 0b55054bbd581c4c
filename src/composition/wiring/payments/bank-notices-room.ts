import { type Pix, registerNoticeRoutes } from '../../../gateway/kinds/pix/index.ts';
import type { Room, RoomParts } from '../../room.ts';

/** Where banks tell payments. */
export function bankNoticesRoom({ rooms }: RoomParts, pix: Pix): Room {
  return {
    jobs: [],
    register: (app) =>
      registerNoticeRoutes(app, {
        addresses: rooms.noticeAddresses,
        pix,
        clock: rooms.clock,
        onNotice: () => undefined,
      }),
    close: pix.close,
  };
}
