/** As stored; that it is late is told by its day. `cancelled`: all of it went back before it was paid. */
export type ReceivableState =
  | 'expected'
  | 'paid'
  | 'cancelled'
  | 'disputed'
  | 'suspended'
  | 'ceded'
  | 'anticipated';
