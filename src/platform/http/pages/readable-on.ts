const CHANNELS = [1, 3, 5] as const;
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const;
/** Above it black text has more contrast than white: both then have at least 4.5 to 1 (WCAG 2.2, relative luminance). */
const LIGHT = 0.179;

/** Black or white, whichever is read better on a colour `#rrggbb`. */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const luminance = CHANNELS.reduce((sum, at, index) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return sum + linear * (WEIGHTS[index] ?? 0);
  }, 0);
  return luminance > LIGHT ? '#000000' : '#ffffff';
}
