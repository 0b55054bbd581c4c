import { Button } from '@mantine/core';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { CopyButton } from '../ui/screens/facts.tsx';
import { useFormats } from './session.ts';

/** A one-time link, shown once. */
export function LinkDialog({
  link,
  onClose,
}: {
  readonly link: { readonly url: string; readonly expiresAt: string };
  readonly onClose: () => void;
}) {
  const { full } = useFormats();
  return (
    <Dialog onClose={onClose} title="Link de acesso">
      <p>Envie este link a quem vai usá-lo. Ele vale uma vez, até {full(link.expiresAt)}.</p>
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
