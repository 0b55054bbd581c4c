import type { ModalProps } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';

const loadModal = () => import('./modal.tsx');
const Modal = lazy(async () => ({ default: (await loadModal()).Modal }));
// No screen begins with a dialog: it is loaded beside the first thing that is done, and there when it is asked for.
for (const event of ['pointerdown', 'keydown'])
  document.addEventListener(event, () => void loadModal().catch(() => undefined), { once: true });

const FIELDS = 'input:not([type=hidden]), select, textarea';
const CONTROLS = `${FIELDS}, button, a[href]`;

/** What the open dialogs were opened from, also when one dialog has opened the next. */
let opener: HTMLElement | undefined;

/**
 * Every dialog of the panel: shown while it is there. It begins with the first thing that is asked, and leads back to
 * what it was opened from when it closes.
 */
export function Dialog({
  children,
  ...props
}: Omit<ModalProps, 'opened' | 'returnFocus'> & { readonly children: ReactNode }) {
  const [from] = useState(rememberOpener);
  useEffect(
    () => () => {
      // After the dialog has left the page, and unless the next one has the focus.
      setTimeout(() => {
        if (document.querySelector('[role=dialog]') === null && from?.isConnected) from.focus();
      });
    },
    [from],
  );
  const begin = useCallback((content: HTMLElement | null) => {
    if (content === null || content.querySelector('[data-autofocus]') !== null) return;
    const first = content.querySelector(FIELDS) ?? content.querySelector(CONTROLS);
    first?.setAttribute('data-autofocus', '');
  }, []);
  return (
    <Suspense fallback={null}>
      <Modal opened centered returnFocus={false} closeButtonProps={{ 'aria-label': 'Fechar' }} {...props}>
        <div ref={begin}>{children}</div>
      </Modal>
    </Suspense>
  );
}

function rememberOpener(): HTMLElement | undefined {
  const active = document.activeElement;
  const isOutside = active instanceof HTMLElement && active !== document.body;
  if (isOutside && active.closest('[role=dialog]') === null) opener = active;
  return opener;
}
