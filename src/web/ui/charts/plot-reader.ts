/** A slider that lies over a plot and shows nothing of itself but its focus. */
export const PLOT_READER =
  'absolute m-0 cursor-crosshair touch-pan-y appearance-none rounded-sm bg-transparent outline-offset-2 [&::-moz-range-thumb]:size-px [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent [&::-moz-range-track]:bg-transparent [&::-webkit-slider-runnable-track]:bg-transparent [&::-webkit-slider-thumb]:size-px [&::-webkit-slider-thumb]:appearance-none'
