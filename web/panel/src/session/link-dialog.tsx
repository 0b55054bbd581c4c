import { Button } from '@mantine/core';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { CopyButton } from '../ui/screens/facts.tsx';
import { useFormats } from './session.ts';

export interface HandedLink {
  readonly url: string;
  readonly expiresAt: string;
  /** Where it was sent by e-mail too. */
  readonly mailedTo: string | null;
}

/** A one-time link, shown once. */
export function LinkDialog({ link, onClose }: { readonly link: HandedLink; readonly onClose: () => void }) {
  const { full } = useFormats();
  return (
    <Dialog onClose={onClose} title="Link de acesso">
      <p>
        {link.mailedTo === null
          ? 'Envie este link a quem vai usá-lo.'
          : `Este link também foi enviado por e-mail a ${link.mailedTo}.`}{' '}
        Ele vale uma vez, até {full(link.expiresAt)}.
      </p>
      <p className="mono" style={{ overflowWrap: 'anywhere', margin: '12px 0' }}>
        {link.url}
        <CopyButton text={link.url} what="link" />
      </p>
      <Notice tone="wait">Quem tiver o link define a senha. Ele não será mostrado de novo.</Notice>
      <Button mt="md" fullWidth onClick={onClose}>
        Pronto
      </Button>
    </Dialog>
  );
}
