// Text cut off with an ellipsis in a narrow column shows in full on hover.
import { useEffect } from 'react';

export function useWholeText(): void {
  useEffect(() => {
    document.addEventListener('pointerover', tell);
    return () => document.removeEventListener('pointerover', tell);
  }, []);
}

function tell({ target }: PointerEvent): void {
  let element = target instanceof HTMLElement ? target : null;
  // Cut-off text is at most one link or chip deep.
  for (let steps = 0; element !== null && steps < 4; steps += 1, element = element.parentElement) {
    if (element.title !== '') return;
    if (element.scrollWidth <= element.clientWidth || getComputedStyle(element).textOverflow !== 'ellipsis') continue;
    element.title = element.textContent.trim();
    return;
  }
}
