import { createGuiche } from '@guiche/checkout';
import { forwardRef, useEffect, useImperativeHandle, useRef } from 'react';

/** The gateway's card fields as a component: `ref.current.cardHash()` encrypts the card. */
export const CardFields = forwardRef(function CardFields(
  { checkoutId, baseUrl, style, onChange, onBrand },
  ref,
) {
  const place = useRef(null);
  const fields = useRef(null);
  const listeners = useRef({});
  listeners.current = { onChange, onBrand };
  // A style written in the parent is a new object on each render: the fields are mounted again only when it has changed.
  const styleText = JSON.stringify(style ?? {});
  useEffect(() => {
    const mounted = createGuiche(checkoutId, { baseUrl }).fields(place.current, {
      style: JSON.parse(styleText),
    });
    mounted.on('change', (change) => listeners.current.onChange?.(change));
    mounted.on('brand', ({ brand }) => listeners.current.onBrand?.(brand));
    fields.current = mounted;
    return () => mounted.remove();
  }, [checkoutId, baseUrl, styleText]);
  useImperativeHandle(ref, () => ({ cardHash: () => fields.current.cardHash() }), []);
  return <div ref={place} />;
});
