import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { Icon } from '../text/icon.tsx';
import styles from './photo-field.module.css';

const MAX_BYTES = 8 * 1024 * 1024;
const TYPES = 'image/jpeg,image/png,image/webp,image/gif';

/** A photo that stays, is replaced or removed. */
export interface PhotoChange {
  /** `data:` URL of a new photo. */
  readonly photo?: string;
  readonly removePhoto?: boolean;
}

/** Previews the photo, and reads a new one from disk. */
export function PhotoField(props: {
  readonly label: string;
  readonly current: string | null;
  readonly change: PhotoChange;
  readonly onChange: (change: PhotoChange) => void;
  readonly error: string | undefined;
}) {
  const file = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const id = useId();
  const { change } = props;
  const shown = change.photo ?? (change.removePhoto ? null : props.current);
  const read = (chosen: File | undefined) => {
    if (!chosen) return;
    setTooLarge(chosen.size > MAX_BYTES);
    if (chosen.size > MAX_BYTES) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => props.onChange({ photo: String(reader.result) }));
    reader.readAsDataURL(chosen);
  };
  const fault = tooLarge ? 'A foto tem mais de 8 MB. Escolha uma menor.' : props.error;
  return (
    <div className={styles.photo}>
      {shown === null ? (
        <span className={styles.large}>
          <Icon name="box" size={30} />
        </span>
      ) : (
        <img className={styles.large} src={shown} alt={props.label} />
      )}
      <div>
        <div className={styles.actions}>
          <Button variant="default" onClick={() => file.current?.click()}>
            {shown === null ? 'Escolher foto' : 'Trocar foto'}
          </Button>
          {shown !== null && (
            <Button variant="subtle" onClick={() => props.onChange({ removePhoto: true })}>
              Tirar
            </Button>
          )}
        </div>
        <p className="soft">JPEG, PNG, WebP ou GIF, até 8 MB</p>
        <p className={styles.fault} id={`${id}-fault`} role="alert">
          {fault}
        </p>
        <input
          ref={file}
          type="file"
          accept={TYPES}
          hidden
          aria-label={props.label}
          onChange={(event) => {
            read(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
}
