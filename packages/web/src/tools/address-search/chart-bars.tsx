import { Bar, Skeleton } from '../../components/skeleton.tsx';

/** The charts to come. */
export function ChartBars() {
  return (
    <Skeleton what="charts">
      <div className="as-charts">
        <div className="wide">
          <Bar width="220px" />
          <Bar width="100%" height={200} />
        </div>
        <Bar width="100%" height={200} />
        <Bar width="100%" height={200} />
      </div>
    </Skeleton>
  );
}
