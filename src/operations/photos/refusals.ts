import { refusals } from '../../platform/refusal.ts';

export const refusePhoto = refusals({
  photos_busy: { status: 429, message: 'Muitas fotos ao mesmo tempo. Tente de novo em instantes.' },
  photos_exceeded: { status: 409, message: 'A pessoa já tem o máximo de fotos.' },
});
