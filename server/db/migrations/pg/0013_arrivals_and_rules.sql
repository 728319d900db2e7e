CREATE TABLE "arrival" (
	"cid" text NOT NULL,
	"day" text NOT NULL,
	"patid" text NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"left_room_at" bigint,
	CONSTRAINT "arrival_cid_day_patid_pk" PRIMARY KEY("cid","day","patid")
);
--> statement-breakpoint
CREATE TABLE "mappe_rules" (
	"cid" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "task_patid" ON "task" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "termin_patid" ON "termin" USING btree ("cid","patid");