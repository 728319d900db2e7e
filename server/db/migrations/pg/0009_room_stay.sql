CREATE TABLE "room_stay" (
	"cid" text NOT NULL,
	"room" text NOT NULL,
	"patid" text NOT NULL,
	"since" bigint NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "room_stay_cid_room_pk" PRIMARY KEY("cid","room")
);
