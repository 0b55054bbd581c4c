import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './dropdown.module.css';

/**
 * A button that opens a panel below itself; on phones a sheet at the bottom. Closed by Escape, which returns the focus
 * to the button, by a press elsewhere, and by its content. The popover of the component library would be as large as
 * the whole list.
 */
export function Dropdown({
  button,
  buttonClass,
  label,
  end = false,
  children,
}: {
  /** Contents of the button. */
  readonly button: ReactNode;
  readonly buttonClass?: string | undefined;
  /** Label of the panel, for screen readers. */
  readonly label: string;
  /** Aligns the panel with the end of the button instead of its start. */
  readonly end?: boolean;
  readonly children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);
  return (
    <div ref={frame} className={styles.frame}>
      <button
        ref={opener}
        type="button"
        className={buttonClass ?? styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <section id={id} className={`${styles.panel} ${end ? styles.end : ''}`} aria-label={label}>
          {children(() => {
            setOpen(false);
            opener.current?.focus();
          })}
        </section>
      )}
    </div>
  );
}

/** An action in a dropdown. */
export function DropdownItem({
  icon,
  children,
  onClick,
}: {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
