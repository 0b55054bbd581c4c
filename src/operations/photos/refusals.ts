import { refusals } from '../../platform/refusal.ts';

export const refusePhoto = refusals({
  photos_busy: { status: 429, message: 'Muitas fotos ao mesmo tempo. Tente de novo em instantes.' },
  pdfs_busy: {
    status: 429,
    message:
      'Outros PDFs ainda estão sendo lidos. Espere um minuto e envie este de novo; fotos das páginas não esperam por eles.',
  },
  photos_exceeded: { status: 409, message: 'A pessoa já tem o máximo de fotos.' },
});
