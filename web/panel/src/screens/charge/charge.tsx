import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../session/session.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { NewPix } from './new-pix.tsx';
import { WaitingPix } from './waiting-pix.tsx';

/** A Pix by amount: what it is for, its code on the whole screen, and that it was paid. */
export function ChargeScreen() {
  const { venda } = useSearch({ from: '/inside/cobrar' });
  const navigate = useNavigate({ from: '/cobrar' });
  const maySell = useMay('sales.sell');
  if (!maySell) return <Notice tone="wait">O seu papel na equipe não permite cobrar.</Notice>;
  if (venda !== undefined) {
    return <WaitingPix key={venda} id={venda} onAgain={() => navigate({ search: {} })} />;
  }
  return <NewPix onMade={(id) => navigate({ search: { venda: id } })} />;
}
