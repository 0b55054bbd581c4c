import type { ModalProps } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';

const loadModal = () => import('./modal.tsx');
const Modal = lazy(async () => ({ default: (await loadModal()).Modal }));
// No screen begins with a dialog: it is loaded beside the first thing that is done, and there when it is asked for.
for (const event of ['pointerdown', 'keydown'])
  document.addEventListener(event, () => void loadModal().catch(() => undefined), { once: true });

const FIELDS = 'input:not([type=hidden]):enabled, select:enabled, textarea:enabled';
const CONTROLS = `${FIELDS}, button:enabled, a[href]`;
/** How often and when a button is tried that waits for the service, for which it is disabled. */
const TRIES = 40;
const TRY_MS = 50;

/** What had the focus last, of the screen and of a dialog: also while its button waits and has lost it. */
let onScreen: HTMLElement | undefined;
let inDialog: HTMLElement | undefined;
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  if (target.closest('[role=dialog]') === null) onScreen = target;
  else inDialog = target;
});

/** The dialogs that are open, the newest last: Escape reaches them all, and closes that one. */
const open: symbol[] = [];

/**
 * Every dialog of the panel: shown while it is there. It begins with the first thing that is asked, and leads back to
 * what it was opened from when it closes, on the screen or in another dialog.
 */
export function Dialog({
  children,
  onClose,
  ...props
}: Omit<ModalProps, 'opened' | 'returnFocus'> & { readonly children: ReactNode }) {
  const [self] = useState(() => Symbol('dialog'));
  const [from] = useState({ onScreen, inDialog });
  useEffect(() => {
    open.push(self);
    return () => {
      // After it has left the page, and all have heard of the key that closed it.
      setTimeout(() => {
        open.splice(open.indexOf(self), 1);
        const other = document.querySelector('[role=dialog]');
        if (other === null) giveFocus(from.onScreen);
        else if (from.inDialog && other.contains(from.inDialog)) giveFocus(from.inDialog);
      });
    };
  }, [self, from]);
  const begin = useCallback((content: HTMLElement | null) => {
    if (content === null || content.querySelector('[data-autofocus]') !== null) return;
    const first = content.querySelector(FIELDS) ?? content.querySelector(CONTROLS);
    first?.setAttribute('data-autofocus', '');
  }, []);
  return (
    <Suspense fallback={null}>
      <Modal
        opened
        centered
        returnFocus={false}
        closeButtonProps={{ 'aria-label': 'Fechar' }}
        onClose={() => open.at(-1) === self && onClose()}
        {...props}
      >
        <div ref={begin}>{children}</div>
      </Modal>
    </Suspense>
  );
}

/** Unless it has gone, or the focus is elsewhere by then. */
function giveFocus(to: HTMLElement | undefined, tries = TRIES): void {
  if (!to?.isConnected || tries === 0 || document.activeElement !== document.body) return;
  to.focus();
  setTimeout(() => giveFocus(to, tries - 1), TRY_MS);
}
